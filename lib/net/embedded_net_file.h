// Written by coherent-export: the net that is compiled in (docs/export.md, "--embed").
#ifndef COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
#define COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_

#define COHERENT_EMBEDDED_NET_FILE "testdata/nets/main.net"
#define COHERENT_EMBEDDED_NET_SHA256 \
  "5a2a143e24f3ed2cf3806ec233309732eeade401b50c616a5948a6013f5fe529"

#endif  // COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
