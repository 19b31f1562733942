"""An instance of the problem as the search sees it: points, groups, levels, and measured trees."""
