# Varnish 7 in front of the shop, as a cache of pages that the shop purges. Start the shop with TRUST_PROXY=2 (Varnish, and the
# proxy with TLS in front of it), CDN_PURGE_URL=http://127.0.0.1:6081/purge, and the CDN_PURGE_TOKEN that Varnish also has.
vcl 4.1;

import std;

backend shop {
    .host = "127.0.0.1";
    .port = "3000";
}

sub vcl_recv {
    if (req.url == "/purge") {
        if (std.getenv("CDN_PURGE_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("CDN_PURGE_TOKEN")) {
            return (synth(403));
        }
        if (req.http.Surrogate-Key !~ "^[a-z0-9 -]+$") {
            return (synth(400));
        }
        ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " +", "|") + ")(\s|$)");
        return (synth(204));
    }
    # Not public.
    if (req.url ~ "^/(metrics|readyz)(\?|$)") {
        return (synth(404));
    }
    # A browser that has just changed something bypasses the cache. Signed-in API calls have this header.
    if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.http.Cookie ~ "(^|; *)fresh=1") {
        return (pass);
    }
    # Cookies are kept: the shop marks everything that depends on them as private.
    return (hash);
}

sub vcl_deliver {
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    set resp.http.X-Cache = "miss";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    }
}
