const uuid = '%7Buuid%7D'
const safeLink = (url: string) =>
  `https://can01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&amp;data=05%7C01&amp;reserved=0`
const film = '/media/content/media/a.mp4'
const plainLink = (href: string) => `<a href="${href}">Ouvrir sur ${new URL(href).host}</a>`

/** Markup that editors, importers and mails leave in a French post, and what pages and feeds show instead, without `rel` and classes. */
export const leftoversOf = (cms: string): readonly (readonly [html: string, shown: string])[] => [
  ['<a href="sms:+14185550123">a</a>', '<a href="sms:+14185550123">a</a>'],
  ['<a href="webcal://a.example/a.ics">a</a>', '<a href="webcal://a.example/a.ics">a</a>'],
  ['<a href="geo:50.24,-63.6">a</a>', '<a href="geo:50.24,-63.6">a</a>'],
  ['<a href="xmpp:a@b.example">a</a>', '<a href="xmpp:a@b.example">a</a>'],
  ['<a href="javascript:a()">a</a><a href="vbscript:a">b</a>', '<a>a</a><a>b</a>'],
  [
    `<p>1</p><figure class="kg-card kg-transistor-card"><iframe data-src="https://a.example/${uuid}"></iframe><script>a()</script><noscript><iframe src="https://a.example/${uuid}"></iframe></noscript></figure><p>2</p>`,
    '<p>1</p><p>2</p>',
  ],
  [`<a href="https://a.example/?m=${uuid}&amp;n=1">a</a>`, '<a href="https://a.example/?m=&amp;n=1">a</a>'],
  [`<a href="${safeLink(`https://a.example/?m=${uuid}`)}">a</a>`, '<a href="https://a.example/?m=">a</a>'],
  ['<a href="https://a.example/{uuid}">a</a>', '<a href="https://a.example/">a</a>'],
  ['<p>1%7B%7Buuid%7D%7D2 <code>{uuid}</code></p>', '<p>12 <code>{uuid}</code></p>'],
  [
    `<p>[caption id="a" width="300"]<a href="/ai"><img src="${cms}/content/images/a.png" alt="A"></a> Le <em>quai</em>[/caption]</p>`,
    '</a><figcaption> Le <em>quai</em></figcaption></figure>',
  ],
  [
    `[wp_caption caption="Le quai"]<img src="${cms}/content/images/b.png" alt="B">[/wp_caption]`,
    '<figcaption>Le quai</figcaption></figure>',
  ],
  ['<p>3</p><p>[gallery ids="1,2" link="file"]</p>[playlist type="video"]<p>4</p>', '<p>3</p><p>4</p>'],
  ['<p>[audio src=”https://a.example/a.mp3″][/audio]</p>', plainLink('https://a.example/a.mp3')],
  [
    `<p>[video width="640" poster="https://a.example/a.jpg" mp4="${cms}/content/media/a.mp4"][/video]</p>`,
    ` src="${film}"`,
  ],
  ['<p>[embed width="300"]https://a.example/embed[/embed]</p>', plainLink('https://a.example/embed')],
  ['<p>5 [[gallery]] [video-2] <code>[gallery]</code></p>', '<p>5 [[gallery]] [video-2] <code>[gallery]</code></p>'],
  [
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=abc\n</div><figcaption>6</figcaption></figure>',
    '<p>Contenu offert par YouTube</p>',
  ],
  [
    '<div class="embed"><a href="https://youtu.be/def">https://youtu.be/def</a></div>',
    '<a href="https://youtu.be/def">',
  ],
  ['<p>https://youtu.be/ghi</p>', '<p>https://youtu.be/ghi</p>'],
  [
    '<a href="https://www.google.com/url?q=https://a.example/b%3Fc%3D1&amp;sa=D">a</a>',
    '<a href="https://a.example/b?c=1">a</a>',
  ],
  ['<a href="//www.google.com/url?q=https://a.example/e">a</a>', '<a href="https://a.example/e">a</a>'],
  [
    `<a href="${safeLink(`https://www.google.ca/url?url=${encodeURIComponent('https://a.example/d')}`)}">a</a>`,
    '<a href="https://a.example/d">a</a>',
  ],
  [`<a href="${safeLink('javascript:a()')}">c</a>`, '<a>c</a>'],
  [`<a href="${safeLink(`${cms}/loi-25/`)}">a</a>`, '/blog/loi-25">a</a>'],
  ['<p>7 <select><option disabled>Choisir</option><option>S</option><option>M</option></select></p>', '<p>7 S</p>'],
  [`<p>8<img src="data:image/png;base64,${'A'.repeat(300_000)}" alt="Le port"></p>`, '<p>8Le port</p>'],
  [
    `<p>9 <img src="data:image/png;base64,${'A'.repeat(300_000)}"></p>`,
    '<p>9 Cette image est trop lourde pour être affichée.</p>',
  ],
  [
    '<p><b style="background:#ff0">a</b> <b style="text-decoration: underline">b</b></p>',
    '<p><b><mark>a</mark></b> <b><u>b</u></b></p>',
  ],
]
