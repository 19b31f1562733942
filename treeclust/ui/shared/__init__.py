"""What several pages share: the state of a browser tab, its project, browser components, cards."""
