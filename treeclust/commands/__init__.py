"""One file per command of the command line: HELP, add_arguments(parser), run(arguments) -> exit code."""
