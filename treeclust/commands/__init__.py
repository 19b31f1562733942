"""One file per command of the command line: NAME, HELP, add_arguments(parser), run(arguments) -> exit code."""
