# What stands between TLS and the site's instances: one cache that is told what has changed, and that outlives them for a day.
# Varnish 7 with varnish-modules (xkey); to be started with `-p http_gzip_support=off` and PURGE_TOKEN in its environment
# (docs/operations.md, "A cache at the edge"). `npm run measure -- varnish` and `npm run test:slow` run this file.
vcl 4.1;

import directors;
import std;
import xkey;

# ---- The instances. One that stops says so (503 of /readyz) before it no longer listens.

probe ready {
    .url = "/readyz";
    .interval = 500ms;
    .timeout = 2s;
    .window = 2;
    .threshold = 1;
    .initial = 1;
}
backend one {
    .host = "127.0.0.1";
    .port = "3001";
    .probe = ready;
    .connect_timeout = 1s;
    # An article that Ghost is slow with takes GHOST_TIMEOUT_MS (5 s) at most.
    .first_byte_timeout = 20s;
    .between_bytes_timeout = 10s;
}
backend other {
    .host = "127.0.0.1";
    .port = "3002";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 20s;
    .between_bytes_timeout = 10s;
}
sub vcl_init {
    new instances = directors.round_robin();
    instances.add_backend(one);
    instances.add_backend(other);
}

# Whoever may purge: the instances.
acl instances_network {
    "127.0.0.1";
}

# ---- What an answer depends on. The site says `Vary: Accept-Encoding, Cookie`; these are all that it reads of them.

sub vcl_recv {
    set req.backend_hint = instances.backend();

    if (req.method == "PURGE") {
        if (client.ip !~ instances_network || std.getenv("PURGE_TOKEN") == "" ||
            req.http.Authorization != "Bearer " + std.getenv("PURGE_TOKEN")) {
            return (synth(403, "Forbidden"));
        }
        # Soft: what is stale is shown once more, while it is asked for anew.
        set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
        return (synth(200, "Purged " + req.http.X-Purged));
    }

    # The site's own rule (shared/language.ts): the first cookie of this name counts, and only "en" is not French.
    std.collect(req.http.Cookie, "; ");
    if (req.http.Cookie ~ "^(?:(?![ \t]*i18next=)[^;]*+;)*+[ \t]*i18next=en(?:[; \t]|$)") {
        set req.http.X-Language = "en";
    } else {
        set req.http.X-Language = "fr";
    }
    # And the first of this name is what the key says, so the key and the answer cannot differ. The others hold refused forms.
    if (req.http.Cookie) {
        set req.http.Cookie = "i18next=" + req.http.X-Language + "; " + req.http.Cookie;
    } else {
        set req.http.Cookie = "i18next=" + req.http.X-Language;
    }
    # An address with a prefix says its language itself.
    if (req.url ~ "^/(?:fr|en)(?:[/?]|$)") {
        set req.http.X-Language = "path";
    }

    # One of three, and this is what the site is asked for.
    if (req.http.Accept-Encoding ~ "(?i)(?:^|[\s,])br\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "(?i)(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        set req.http.Accept-Encoding = "identity";
    }

    if (req.method != "GET" && req.method != "HEAD") {
        # Forms may be sent again where an instance is lost (docs/decisions/021-forms-sent-again.md).
        if (req.url ~ "^/(?:api/contact|api/newsletter|language)$" && req.http.Content-Length ~ "^\d{1,5}$") {
            std.cache_req_body(128KB);
        }
        return (pass);
    }
    # What is one visitor's own, what says how an instance is, and sounds and films, of which parts are asked for.
    if (req.url ~ "^/(?:preview/|webhooks/|healthz|readyz|api/contact|api/newsletter)" ||
        (req.url ~ "^/media/" && req.url !~ "^/media/(?:w\d+/|share/)?(?:content/images|external)/")) {
        return (pass);
    }
    return (hash);
}

sub vcl_hash {
    hash_data(req.url);
    hash_data(req.http.X-Language);
    hash_data(req.http.Accept-Encoding);
    return (lookup);
}

# ---- What is kept, and for how long.

sub vcl_backend_fetch {
    unset bereq.http.X-Language;
}

sub vcl_backend_response {
    # During an upgrade one instance has the new files, the other one the old.
    if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries == 0) {
        return (retry);
    }
    # What is stored is better than an error: it stays.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.Vary) {
        set beresp.http.X-Vary = beresp.http.Vary;
    }
    if (beresp.http.Vary ~ "(?i)^(?:(?:accept-encoding|cookie)(?:\s*,\s*|$))*$") {
        # All that it names is in the key.
        unset beresp.http.Vary;
    } elsif (beresp.http.Vary && bereq.url !~ "^/media/") {
        set beresp.http.Cache-Control = "no-store";
    }
    # Nor is an asset's absence kept: the next instance to be asked may be of the newer build.
    if (beresp.status >= 500 || (beresp.status == 404 && bereq.url ~ "^/assets/") || beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)no-store|private" ||
        (beresp.http.Cache-Control !~ "(?i)(?:max-age|s-maxage)=[1-9]" && !beresp.http.Surrogate-Control)) {
        set beresp.uncacheable = true;
        set beresp.ttl = 60s;
        return (deliver);
    }
    # Where the site says nothing for the edge alone, Varnish has read Cache-Control already, stale-while-revalidate included.
    if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 60s);
    }
    if (beresp.http.Surrogate-Control ~ "stale-while-revalidate=\d+") {
        set beresp.grace = std.duration(
            regsub(beresp.http.Surrogate-Control, "^.*stale-while-revalidate=(\d+).*$", "\1s"), 1d);
    }
    # For a conditional request, which a page that has not changed answers with 304.
    set beresp.keep = 1d;
    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
    }
    return (deliver);
}

sub vcl_backend_error {
    # The other instance gets what one could not answer.
    if (bereq.retries == 0) {
        return (retry);
    }
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "10";
    set beresp.status = 503;
    set beresp.body = "Unexpected Application Error" + {"
"};
    return (deliver);
}

# ---- What visitors get to see.

sub vcl_deliver {
    # RFC 9211: every cache adds itself.
    if (obj.hits > 0) {
        set resp.http.X-Member = "edge; hit";
    } else {
        set resp.http.X-Member = "edge; fwd=uri-miss";
    }
    if (resp.http.Cache-Status) {
        set resp.http.Cache-Status = resp.http.Cache-Status + ", " + resp.http.X-Member;
    } else {
        set resp.http.Cache-Status = resp.http.X-Member;
    }
    # A stored answer would bring back the identifier of another request.
    if (req.http.X-Request-Id) {
        set resp.http.X-Request-Id = req.http.X-Request-Id;
    } elsif (obj.hits > 0) {
        unset resp.http.X-Request-Id;
    }
    # What comes after this cache hears of no change: it keeps nothing but what never changes.
    if (resp.http.Surrogate-Key && resp.http.Cache-Control !~ "immutable") {
        set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ",\s*s-maxage=.*$", "");
    }
    if (resp.http.X-Vary) {
        set resp.http.Vary = resp.http.X-Vary;
    }
    unset resp.http.X-Vary;
    unset resp.http.X-Member;
    unset resp.http.Surrogate-Key;
    unset resp.http.Surrogate-Control;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.xkey;
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    unset resp.http.Age;
}

sub vcl_synth {
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    set resp.body = resp.reason + {"
"};
    return (deliver);
}
