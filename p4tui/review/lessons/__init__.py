"""Ten short lessons, each with positions to play. Every claim of their texts is data that a test proves."""
