~Version
VERS. 3.0 :
WRAP. NO :
DLM. COMMA :
~Well
WELL. B 2 : well
X. 1000 m : x
Y. 2000 m : y
EREF.M 25 :
~Inclinometry_Definition
MD.M : {F}
TVD.M : {F}
AZIM.DEG : {F}
DEVI.DEG : {F}
~Inclinometry_Data | Inclinometry_Definition
0,0,0,0
500,500,45,0
1000,990,45,20
~Tops_Definition
TOPN. : name {S}
TOPT.M : depth {F}
~Tops_Data | Tops_Definition
"Top Marl",750
Sand, 250.5
