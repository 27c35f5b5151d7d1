// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** URLs that the stated facts allow (`legal`) or forbid (all others), by rule and kind. */
export const JUDGED_URLS: Readonly<Record<string, readonly string[]>> = {
  "legal.scheme": [
    "http://crm.acme.co.uk/inkasso/hook",
    "HTTPS://example.com/hook"
  ],
  "legal.tld": [
    "https://api.acme-collect.com/webhooks/payments",
    "https://a.b.c.d.e.f.example.com/hook",
    "https://worker.account.workers.dev/",
    "https://example.app/",
    "https://example.xyz/",
    "https://example.construction/",
    "https://example.cologne/",
    "https://hooks.example.com.au/",
    "https://example.de/webhooks/payments"
  ],
  "loopback.behind-user": [
    "http://example.com%23@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "http://example.com:x@127.0.0.1/",
    "https://example.com:443@localhost/",
    "http://127.0.0.1#@example.com/",
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
    "http://localhost/",
    "http://localhost:3000/hook",
    "http://LocalHost/",
    "http://localhost./",
    "http://localhost.:80/",
    "https://localhost/example.com",
    "http://localhost#.example.com",
    "http://localhost/.example.com",
    "https://LOCALHOST:8443/"
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
    "http://127.0.0.0/",
    "http://127.0.0.1/",
    "http://127.0.0.2/",
    "https://127.0.0.1:443/",
    "http://127.0.0.1/@example.com",
    "http://127.255.255.254/"
  ],
  "loopback.v4-spelling": [
    "http://127.1/",
    "http://127.0.1/",
    "http://127.0.0.1./",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://00000177.0.0.1/",
    "http://00000000000000000000000000000000000177.0.0.1/",
    "http://127.0x0.00.1/",
    "http://127.000.000.001/",
    "http://0x7f.1#.example.com",
    "http://2130706433/",
    "http://0x7F000001/",
    "http://127.16777214/"
  ],
  "loopback.v6": [
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "http://[::0001]/",
    "http://[::FFFF:127.0.0.1]/",
    "http://[::fFFf:127.0.0.1]/",
    "https://[::1]:8443/hook",
    "http://[::1]#example.com",
    "http://[::1]/",
    "http://[0::0:1]/"
  ],
  "loopback.v6-mapped": [
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/"
  ],
  "private.behind-user": [
    "https://user:pass@10.0.0.1/",
    "http://example.com@10.0.0.5/hook",
    "http://example.com:80@10.0.0.5/",
    "http://user:pass@192.168.0.1/"
  ],
  "private.v4": [
    "http://10.0.0.0/",
    "http://172.20.10.5/",
    "http://172.31.255.255/",
    "http://192.168.255.255/",
    "https://10.0.0.5:8443/hook",
    "http://100.100.100.200/latest/meta-data/",
    "http://10.255.255.255/",
    "http://172.16.0.0/",
    "http://192.168.0.1/"
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
    "http://[fd7a:115c:a1e0::1]/",
    "http://[fc00::]/",
    "http://[feff::1]/"
  ],
  "private.v6-mapped": [
    "http://[::ffff:c0a8:101]/",
    "http://[::ffff:172.16.0.1]/",
    "http://[fdff:ffff::1]/",
    "http://[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/",
    "http://[::ffff:10.0.0.1]/"
  ],
  "scheme.like-http": [
    "httpss://example.com/",
    "x-http://example.com/",
    "https+unix://example.com/",
    "http2://example.com/"
  ],
  "scheme.no-host": [
    "mailto:hook@example.com",
    "jar:http://example.com!/",
    "urn:ietf:rfc:2648",
    "javascript:alert(1)//example.com",
    "data:text/plain,https://example.com/",
    "blob:https://example.com/1",
    "view-source:https://example.com/",
    "feed:https://example.com/"
  ],
  "scheme.none": [
    "",
    "example.com",
    "example.com/hook",
    "//example.com/hook",
    "/hook",
    "www.example.com"
  ],
  "scheme.other": [
    "file://example.com/x",
    "gopher://127.0.0.1:70/_x",
    "dict://example.com:11211/",
    "ldap://example.com/",
    "git://github.com/foo/bar.git",
    "git+https://github.com/foo/bar",
    "wss://example.com/socket",
    "redis://example.com:6379/0",
    "netdoc:///etc/hosts",
    "phar://example.com/x",
    "s3://bucket/key",
    "ftp://example.com/",
    "ws://example.com/"
  ],
  "tld.carried-v6": [
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::ffff:0.0.0.0]/",
    "http://[::10.0.0.1]/",
    "http://[::169.254.169.254]/",
    "http://[::192.168.0.1]/",
    "http://[::ffff:0:a9fe:a9fe]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b::c0a8:101]/",
    "http://[0064:ff9b:0:0:0:0:169.254.169.254]/",
    "http://[64:ff9b:1::1]/",
    "http://[64:ff9b:1::169.254.169.254]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[::8.8.8.8]/",
    "http://[64:ff9b::8.8.8.8]/",
    "http://[2002:808:808::1]/",
    "http://[2001::1]/"
  ],
  "tld.international": [
    "https://xn--r8jz45g.xn--zckzah/",
    "https://παράδειγμα.δοκιμή/",
    "https://мой.локальный/",
    "https://example.xn--zckzah/",
    "https://example.соm/",
    "https://пример.нет/"
  ],
  "tld.number": [
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
    "http://foo.test./",
    "http://foo.invalid/",
    "https://a.b.invalid/",
    "http://macbook.local:8080/",
    "http://foo.LOCAL./",
    "http://wallet.gns.alt/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://server.home/",
    "http://server.mail/",
    "http://localhost.localdomain/",
    "http://sp.intranet/",
    "https://example.com.internal/",
    "https://printer.local/",
    "https://git.corp.internal./",
    "https://shop.example/",
    "https://files.corp/",
    "https://fritz.box.lan/"
  ],
  "tld.single-label": [
    "http:///",
    "http://intranet/",
    "http://router/",
    "http://db:5432/",
    "http://webhook-service/",
    "http://ip6-localhost/",
    "http://ip6-loopback/",
    "http://broadcasthost/",
    "http://x/",
    "http://a-b/",
    "http://example/",
    "http://intranet/hook.com",
    "https://local/",
    "https://my_service:8080/"
  ],
  "tld.special-v4": [
    "http://256.256.256.256/",
    "http://256.0.0.1/",
    "http://0.0.0.0/",
    "http://0.255.255.255/",
    "http://100.64.0.0/",
    "http://100.100.100.200/",
    "http://100.127.255.255/",
    "http://169.254.169.254/",
    "http://169.254.170.2/",
    "http://192.0.0.1/",
    "http://192.0.0.8/",
    "http://192.0.0.170/",
    "http://192.0.2.255/",
    "http://198.51.100.254/",
    "http://240.0.0.0/",
    "http://254.255.255.255/",
    "http://255.255.255.255/",
    "http://192.0.0.192/latest/",
    "http://0.0.0.0:80/",
    "http://a:b@169.254.169.254/latest/",
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
    "http://[fe80::1]/",
    "http://[fe80::5054:ff:fe12:3456]/",
    "http://[FE80::A]/",
    "http://[fec0::1]/",
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
    "https://example.ocm/",
    "https://example.php/",
    "https://example.html/",
    "https://example.exe/",
    "https://example.uk-/",
    "https://example.co-m/",
    "https://example.comm/",
    "https://example.c0m/",
    "https://example.com_/",
    "https://example.co.ukk/"
  ],
  "tld.unknown": [
    "http://db.consul/",
    "http://kubernetes.default.svc/",
    "http://pod.cluster/",
    "http://x.dhcp/",
    "http://x.workgroup/",
    "http://foo.eth/",
    "http://foo.i2p/",
    "http://foo.exit/",
    "https://example.a/",
    "https://example.zz/",
    "https://example.aaaaaaaa/",
    "https://svc.cluster.k8s/",
    "https://example.json/"
  ],
  "tld.v4-spelling": [
    "http://1.2.3.4.5/",
    "http://00/",
    "http://0x0/",
    "http://0x/",
    "https://0x.0x.0/",
    "http://0xa9fea9fe/",
    "http://0xA9.0xFE.0xA9.0xFE/",
    "http://169.254.43518/",
    "http://4294967295/",
    "http://0xffffffff/",
    "http://0/",
    "http://2852039166/latest/meta-data/",
    "http://0251.0376.0251.0376/",
    "http://0xa9.254.0251.254/",
    "http://134744072/"
  ],
  "tld.v4-unicode": [
    "http://１６９．２５４．１６９．２５４/"
  ]
};
