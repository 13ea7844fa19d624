# a remark
~Version
 VERS. 2.0 : CWLS
 WRAP. NO :
~Well
 STRT.F 0 :
 STOP.F 3000 :
 NULL. -9999 :
 WELL. A-1 : WELL
 X.M 455000.5 : east
 Y.M 6780000 : north
~Parameter
 EGL.M 90 : ground
 KB.M 100 : kelly
~Curve
 DEPT.F :
 GR.API :
 DEVI.DEG :
 AZIM.DEG :
~Tops
 MARL.F 2000 : Top Marl
 CHALK.F 1000 : Top Chalk
~ASCII
 0 55 0 0
 1000 60 0 0
 1500 -9999 -9999 0
 2000 61 x 90
