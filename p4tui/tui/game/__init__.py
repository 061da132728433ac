"""The game screen: what is played, what is shown, what is searched for."""
