"""The paper's MaxSAT formula. One function per clause family; `encode` puts them together."""
