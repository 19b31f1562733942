"""The lazy CNF formula: labels of groups, the tree above them, partitions that are ruled out."""
