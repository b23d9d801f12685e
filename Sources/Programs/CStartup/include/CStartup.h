// Code that runs before main in the programs. It is only linked: nothing calls it.
#ifndef CSTARTUP_H
#define CSTARTUP_H
#endif
