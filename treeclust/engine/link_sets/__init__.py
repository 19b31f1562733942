"""Sets of links: which clash (MUS), which can hold together (MSS), and soft links."""
