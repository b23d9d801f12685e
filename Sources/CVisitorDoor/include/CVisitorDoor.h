#ifndef VISITOR_DOOR_H
#define VISITOR_DOOR_H

/// The variable that names the folder of PAM's configuration.
#define VISITOR_DOOR_PAM "VISITOR_DOOR_PAM"

#endif
