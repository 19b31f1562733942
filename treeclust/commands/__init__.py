"""The commands of the command line, each a module with add_arguments(parser) and run(arguments) -> exit code."""

COMMANDS = {
    "solve": "cluster a table by a small decision tree that obeys the links",
    "predict": "the cluster of each row of a new table, by the tree of an earlier answer",
    "explain": "when no tree exists: which links clash, and solved repairs",
    "pareto": "every compromise between a small diameter and a large split, proved complete",
    "alternatives": "different trees of the same proven quality, and which pairs of rows they agree on",
    "suggest": "the next pair of rows to ask the expert about; --simulate lets known labels play the expert",
    "experts": "how far the experts of a links file agree, and where they contradict each other",
    "price": "for each link: binding or free, and what MD and MS would be without it",
    "why": "a row's path through the tree in words and the least change that moves it; for two rows, what parts them",
    "sample": "write a table to try into this folder; without a name, list them",
    "bench": "Run the fast engine, beside another if asked, on the paper's datasets; print and save times and ratios.",
    "where": "say where an equation of the paper is implemented",
    "backup": "copy the database of projects, also while the server runs",
    "check": "say whether the database of projects is whole, and what is damaged",
    "app": "the app in the browser",
    "prepare": "compile the engine once after an installation; without it the first solve does so",
}
"""What is typed, and what it does in one line; a module is loaded when its command is typed."""
