// Written by coherent-export: the net that is compiled in (docs/export.md, "--embed").
#ifndef COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
#define COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_

#define COHERENT_EMBEDDED_NET_FILE "testdata/nets/main.net"
#define COHERENT_EMBEDDED_NET_SHA256 \
  "746103dbaac9835b7c980e5ec1ed18eaef174c87b63ccab365b9670043f3cda5"

#endif  // COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
