"""Plain values: what is asked, what is answered, and what both are made of. Loads in a moment; knows no solver."""
