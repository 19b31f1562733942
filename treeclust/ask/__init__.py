"""Everything one can ask about a table: solve, verify, explain, repair, compare, price, suggest, why."""
