// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** URLs that the stated facts allow (`legal`) or forbid (all others), by rule and kind. */
export const JUDGED_URLS: Readonly<Record<string, readonly string[]>> = {
  "legal.scheme": [
    "HTTPS://example.com/hook"
  ],
  "legal.tld": [
    "https://api.acme-collect.com/webhooks/payments",
    "https://example.de/webhooks/payments"
  ],
  "legal.tld-deep": [
    "http://crm.acme.co.uk/inkasso/hook",
    "https://a.b.c.d.e.f.example.com/hook",
    "https://worker.account.workers.dev/",
    "https://hooks.example.com.au/"
  ],
  "legal.tld-new": [
    "https://example.app/",
    "https://example.xyz/",
    "https://example.construction/",
    "https://example.cologne/"
  ],
  "loopback.behind-fragment": [
    "http://127.0.0.1#@example.com/"
  ],
  "loopback.behind-name": [
    "http://example.com@127.0.0.1/"
  ],
  "loopback.behind-password": [
    "http://example.com:x@127.0.0.1/",
    "https://example.com:443@localhost/"
  ],
  "loopback.behind-user": [
    "http://example.com%23@127.0.0.1/",
    "https://user@localhost/"
  ],
  "loopback.blank": [
    "\thttp://localhost/",
    " http://127.0.0.1/ "
  ],
  "loopback.escaped": [
    "http://127%2e0%2e0%2e1/",
    "https://%6c%6f%63%61%6c%68%6f%73%74/",
    "http://%31%32%37.0.0.1/",
    "http://127.0.0.1%2e/"
  ],
  "loopback.name": [
    "http://localhost/"
  ],
  "loopback.name-capitals": [
    "http://LocalHost/",
    "https://LOCALHOST:8443/"
  ],
  "loopback.name-dot": [
    "http://localhost./",
    "http://localhost.:80/"
  ],
  "loopback.name-path": [
    "https://localhost/example.com",
    "http://localhost#.example.com",
    "http://localhost/.example.com"
  ],
  "loopback.port": [
    "http://localhost:3000/hook",
    "https://127.0.0.1:443/",
    "https://[::1]:8443/hook"
  ],
  "loopback.under-localhost": [
    "https://tenant.LOCALHOST/",
    "https://example.com.localhost/",
    "https://api.app.localhost./"
  ],
  "loopback.unicode": [
    "http://loc­alhost/",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127.0.0.①/",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://１２７.0.0.1/"
  ],
  "loopback.v4": [
    "http://127.0.0.1/",
    "http://127.0.0.1/@example.com"
  ],
  "loopback.v4-decimal": [
    "http://2130706433/"
  ],
  "loopback.v4-dot": [
    "http://127.0.0.1./"
  ],
  "loopback.v4-hexadecimal": [
    "http://0x7f.1#.example.com",
    "http://0x7F000001/"
  ],
  "loopback.v4-octal": [
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://00000177.0.0.1/",
    "http://00000000000000000000000000000000000177.0.0.1/"
  ],
  "loopback.v4-rest": [
    "http://127.0.0.0/",
    "http://127.0.0.2/",
    "http://127.255.255.254/"
  ],
  "loopback.v4-short": [
    "http://127.1/",
    "http://127.0.1/",
    "http://127.16777214/"
  ],
  "loopback.v4-zeros": [
    "http://127.0x0.00.1/",
    "http://127.000.000.001/"
  ],
  "loopback.v6": [
    "http://[::1]#example.com",
    "http://[::1]/"
  ],
  "loopback.v6-long": [
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "http://[::0001]/",
    "http://[0::0:1]/"
  ],
  "loopback.v6-mapped": [
    "http://[::ffff:127.0.0.1]/",
    "http://[::FFFF:127.0.0.1]/",
    "http://[::fFFf:127.0.0.1]/",
    "http://[::ffff:7f00:1]/"
  ],
  "private.behind-user": [
    "https://user:pass@10.0.0.1/",
    "http://example.com@10.0.0.5/hook",
    "http://example.com:80@10.0.0.5/",
    "http://user:pass@192.168.0.1/"
  ],
  "private.v4-10": [
    "http://10.0.0.0/",
    "https://10.0.0.5:8443/hook"
  ],
  "private.v4-172": [
    "http://172.20.10.5/",
    "http://172.31.255.255/"
  ],
  "private.v4-192": [
    "http://192.168.255.255/",
    "http://192.168.0.1/"
  ],
  "private.v4-edge": [
    "http://100.100.100.200/latest/meta-data/",
    "http://10.255.255.255/",
    "http://172.16.0.0/"
  ],
  "private.v4-spelling": [
    "http://10.1/",
    "http://192.168.257./",
    "http://167772161/",
    "http://0xc0a80001",
    "http://01200034567/",
    "http://012.1.2.3/",
    "http://012.0.0.1/",
    "http://0300.0250.0.1/",
    "http://0xC0.0250.01",
    "http://0xa.0.0.1/",
    "http://3232235777/",
    "http://172.2097151/"
  ],
  "private.v6": [
    "http://[fc00::1]/",
    "http://[fd00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fdff:ffff::1]/",
    "http://[fd7a:115c:a1e0::1]/",
    "http://[fc00::]/",
    "http://[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/"
  ],
  "private.v6-mapped": [
    "http://[::ffff:c0a8:101]/",
    "http://[::ffff:172.16.0.1]/",
    "http://[::ffff:10.0.0.1]/"
  ],
  "private.v6-site-local": [
    "http://[feff::1]/"
  ],
  "scheme.around-http": [
    "jar:http://example.com!/",
    "blob:https://example.com/1",
    "view-source:https://example.com/",
    "feed:https://example.com/"
  ],
  "scheme.behind-prefix": [
    "x-http://example.com/"
  ],
  "scheme.data": [
    "data:text/plain,https://example.com/"
  ],
  "scheme.empty": [
    ""
  ],
  "scheme.file": [
    "file://example.com/x"
  ],
  "scheme.ftp": [
    "ftp://example.com/"
  ],
  "scheme.like-http": [
    "httpss://example.com/",
    "https+unix://example.com/",
    "http2://example.com/"
  ],
  "scheme.no-host": [
    "mailto:hook@example.com",
    "urn:ietf:rfc:2648"
  ],
  "scheme.none": [
    "example.com",
    "example.com/hook",
    "//example.com/hook",
    "www.example.com"
  ],
  "scheme.other": [
    "gopher://127.0.0.1:70/_x",
    "dict://example.com:11211/",
    "ldap://example.com/",
    "git://github.com/foo/bar.git",
    "git+https://github.com/foo/bar",
    "redis://example.com:6379/0",
    "netdoc:///etc/hosts",
    "phar://example.com/x",
    "s3://bucket/key"
  ],
  "scheme.path": [
    "/hook"
  ],
  "scheme.script": [
    "javascript:alert(1)//example.com"
  ],
  "scheme.websocket": [
    "wss://example.com/socket",
    "ws://example.com/"
  ],
  "tld.carried-v6": [
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::ffff:0.0.0.0]/",
    "http://[::10.0.0.1]/",
    "http://[::169.254.169.254]/",
    "http://[::192.168.0.1]/",
    "http://[::ffff:0:a9fe:a9fe]/",
    "http://[::8.8.8.8]/"
  ],
  "tld.carried-v6-by-prefix": [
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b::c0a8:101]/",
    "http://[0064:ff9b:0:0:0:0:169.254.169.254]/",
    "http://[64:ff9b:1::1]/",
    "http://[64:ff9b:1::169.254.169.254]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[64:ff9b::8.8.8.8]/",
    "http://[2002:808:808::1]/",
    "http://[2001::1]/"
  ],
  "tld.file-name": [
    "https://example.php/",
    "https://example.html/",
    "https://example.exe/",
    "https://example.json/"
  ],
  "tld.international": [
    "https://xn--r8jz45g.xn--zckzah/",
    "https://παράδειγμα.δοκιμή/",
    "https://мой.локальный/",
    "https://example.xn--zckzah/",
    "https://пример.нет/"
  ],
  "tld.link-local-v6": [
    "http://[fe80::1]/",
    "http://[fe80::5054:ff:fe12:3456]/",
    "http://[FE80::A]/",
    "http://[fec0::1]/"
  ],
  "tld.look-alike": [
    "https://example.соm/"
  ],
  "tld.metadata-v4": [
    "http://100.100.100.200/",
    "http://169.254.169.254/",
    "http://169.254.170.2/",
    "http://192.0.0.192/latest/",
    "http://a:b@169.254.169.254/latest/"
  ],
  "tld.no-host": [
    "http:///"
  ],
  "tld.number": [
    "http://256.256.256.256/",
    "http://256.0.0.1/",
    "http://foo.0x/",
    "http://foo.09/",
    "http://foo.123/",
    "http://example.1/"
  ],
  "tld.public-v4": [
    "http://8.8.8.8/",
    "https://93.184.216.34:443/hook"
  ],
  "tld.public-v6": [
    "http://[e000::1]/",
    "http://[::5]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[2606:4700:4700::1111]/",
    "https://[2a00:1450:4001:80b::200e]:443/"
  ],
  "tld.set-aside": [
    "http://example.test/",
    "https://a.b.test/hook",
    "http://foo.invalid/",
    "https://a.b.invalid/",
    "http://macbook.local:8080/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://server.home/",
    "https://example.com.internal/",
    "https://printer.local/",
    "https://shop.example/",
    "https://files.corp/",
    "https://fritz.box.lan/"
  ],
  "tld.set-aside-dot": [
    "http://foo.test./",
    "http://foo.LOCAL./",
    "https://git.corp.internal./"
  ],
  "tld.single-label": [
    "http://intranet/",
    "http://router/",
    "http://webhook-service/",
    "http://ip6-localhost/",
    "http://ip6-loopback/",
    "http://broadcasthost/",
    "http://x/",
    "http://a-b/",
    "http://example/",
    "https://local/"
  ],
  "tld.single-label-path": [
    "http://intranet/hook.com"
  ],
  "tld.single-label-port": [
    "http://db:5432/",
    "https://my_service:8080/"
  ],
  "tld.special-v4": [
    "http://0.0.0.0/",
    "http://0.255.255.255/",
    "http://100.64.0.0/",
    "http://100.127.255.255/",
    "http://192.0.0.1/",
    "http://192.0.0.8/",
    "http://192.0.0.170/",
    "http://192.0.2.255/",
    "http://198.51.100.254/",
    "http://240.0.0.0/",
    "http://254.255.255.255/",
    "http://255.255.255.255/",
    "http://0.0.0.0:80/",
    "http://100.64.0.1/",
    "http://198.18.0.1/",
    "http://203.0.113.7/",
    "http://192.88.99.1/",
    "http://192.31.196.1/",
    "http://192.52.193.1/",
    "http://192.175.48.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250:1900/"
  ],
  "tld.special-v6": [
    "http://[100::]/",
    "http://[100:0:0:1::1]/",
    "http://[2001:1ff:ffff::1]/",
    "http://[2001:100::1]/",
    "http://[2001:10::1]/",
    "http://[3fff::1]/",
    "http://[3fff:fff:ffff::1]/",
    "http://[ff0e::1]/",
    "http://[::]/",
    "http://[2001:2::1]/",
    "http://[2001:20::1]/",
    "http://[2001:db8::1]/",
    "http://[2620:4f:8000::1]/",
    "http://[100::1]/",
    "http://[5f00::1]/",
    "http://[ff02::1]/",
    "http://[4000::1]/"
  ],
  "tld.typing": [
    "https://example.con/",
    "https://example.ocm/"
  ],
  "tld.typing-longer": [
    "https://example.comm/",
    "https://example.co.ukk/"
  ],
  "tld.typing-sign": [
    "https://example.uk-/",
    "https://example.co-m/",
    "https://example.c0m/",
    "https://example.com_/"
  ],
  "tld.unknown": [
    "http://db.consul/",
    "http://kubernetes.default.svc/",
    "http://pod.cluster/",
    "http://x.dhcp/",
    "http://x.workgroup/",
    "http://foo.eth/",
    "http://foo.exit/",
    "https://example.aaaaaaaa/"
  ],
  "tld.unknown-digit": [
    "http://foo.i2p/",
    "https://svc.cluster.k8s/"
  ],
  "tld.unknown-short": [
    "https://example.a/",
    "https://example.zz/"
  ],
  "tld.usual-inside": [
    "http://wallet.gns.alt/",
    "http://server.mail/",
    "http://localhost.localdomain/",
    "http://sp.intranet/"
  ],
  "tld.v4-odd": [
    "http://1.2.3.4.5/",
    "http://00/",
    "http://0x0/",
    "http://0x/",
    "https://0x.0x.0/",
    "http://0/"
  ],
  "tld.v4-spelling": [
    "http://0xa9fea9fe/",
    "http://0xA9.0xFE.0xA9.0xFE/",
    "http://169.254.43518/",
    "http://4294967295/",
    "http://0xffffffff/",
    "http://2852039166/latest/meta-data/",
    "http://0251.0376.0251.0376/",
    "http://0xa9.254.0251.254/",
    "http://134744072/"
  ],
  "tld.v4-unicode": [
    "http://１６９．２５４．１６９．２５４/"
  ]
};
