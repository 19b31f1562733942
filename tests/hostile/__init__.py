"""Files and command lines that somebody could send to do harm, made from a seed: `python -m tests.hostile`."""
