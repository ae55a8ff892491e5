// Written by coherent-export: the net that is compiled in (docs/export.md, "--embed").
#ifndef COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
#define COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_

#define COHERENT_EMBEDDED_NET_FILE "testdata/nets/main.net"
#define COHERENT_EMBEDDED_NET_SHA256 \
  "e36e718c4e145c4527c518cfbe58291df86d38ed3a67bbb9d3ca7d94d6c1e324"

#endif  // COHERENT_LIB_NET_EMBEDDED_NET_FILE_H_
