"""The paper's experiments, run again: `python -m treeclust.experiments table1|table2|table3|figure`."""
