// Code that runs before main of the programs. It is linked, and nothing calls it.
#ifndef CSTARTUP_H
#define CSTARTUP_H
#endif
