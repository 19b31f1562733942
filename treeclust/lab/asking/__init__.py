"""How many answers does it take? The interview beside other ways to choose a question, with known labels as expert."""
