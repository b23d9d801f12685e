// What happens before main. There is nothing to call: it is enough to be linked.
#ifndef CSTARTUP_H
#define CSTARTUP_H
#endif
