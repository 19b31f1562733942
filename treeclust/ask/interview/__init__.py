"""The interview: a committee of clusterings doubts, the expert answers, and what the committee agrees on is assumed."""
