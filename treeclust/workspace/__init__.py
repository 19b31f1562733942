"""The application without its screen: the document and its history, the store, and what a person can do to them."""
