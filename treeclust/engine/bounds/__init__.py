"""What is known: the best clustering so far, and what is proved without SAT."""
