"""Five public tariff sheets as files, and a second calculation of each from the sheet's text."""
