import { describe, expect, test } from 'vitest';
import { checkUrl, isPublicAddress, literalAddress } from './address-guard.ts';

const NONE: ReadonlySet<string> = new Set();

describe('addresses', () => {
  const special = [
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.127.255.254',
      '127.0.0.1',
      '127.255.1.1',
    ],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.10', '192.88.99.1', '192.168.1.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::10.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:192.168.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '5f00::1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '', 'not an address', '1.2.3.4.5'],
  ];
  test.each(special)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('URLs', () => {
  const refused: [string, 'bad-url' | 'blocked-address'][] = [
    ['http://127.0.0.1/', 'blocked-address'],
    ['http://2130706433/', 'blocked-address'],
    ['http://0x7f000001/', 'blocked-address'],
    ['http://0x7f.0.0.1/', 'blocked-address'],
    ['http://0177.0.0.1/', 'blocked-address'],
    ['http://127.1/', 'blocked-address'],
    ['http://127.0.0.1./', 'blocked-address'],
    ['http://１２７.０.０.１/', 'blocked-address'],
    ['http://[::1]/', 'blocked-address'],
    ['http://[::ffff:127.0.0.1]/', 'blocked-address'],
    ['http://[::ffff:7f00:1]:8080/', 'blocked-address'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'blocked-address'],
    ['http://[fe80::1%25eth0]/', 'bad-url'],
    ['http://169.254.169.254/latest/meta-data', 'blocked-address'],
    ['http://example.com:22/', 'blocked-address'],
    ['https://example.com:25/', 'blocked-address'],
    ['http://user@example.com/', 'bad-url'],
    ['http://user:pass@example.com/', 'bad-url'],
    ['http://example.com@127.0.0.1/', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['ftp://example.com/', 'bad-url'],
    ['gopher://example.com/', 'bad-url'],
    ['data:text/html,x', 'bad-url'],
    ['javascript:alert(1)', 'bad-url'],
    ['//example.com/', 'bad-url'],
    ['', 'bad-url'],
  ];
  test.each(refused)('%s is refused', (url, error) => {
    expect(checkUrl(url, NONE)).toMatchObject({ ok: false, error });
  });

  test.each([
    'http://example.com/',
    'https://example.com:443/x',
    'http://example.com:8080/',
    'https://[2606:4700::1111]/',
  ])('%s passes', (url) => {
    expect(checkUrl(url, NONE)).toMatchObject({ ok: true, exempt: false });
  });

  test('only the exact allowed origin is exempt', () => {
    const allowed = new Set(['http://127.0.0.1:8790']);
    expect(checkUrl('http://127.0.0.1:8790/feed', allowed)).toMatchObject({ ok: true, exempt: true });
    expect(checkUrl('http://127.0.0.1:8791/feed', allowed)).toMatchObject({ ok: false });
    expect(checkUrl('https://127.0.0.1:8790/feed', allowed)).toMatchObject({ ok: false });
    expect(checkUrl('http://user@127.0.0.1:8790/feed', allowed)).toMatchObject({ ok: false });
  });

  test('a host name is left to the resolver', () => {
    expect(literalAddress('localhost')).toBeUndefined();
    expect(literalAddress('[::1]')).toBe('::1');
  });
});
