# Stands in for ParaView's Python where that is not installed.
stand_in = True
