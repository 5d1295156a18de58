declare module 'fontverter' {
  type Format = 'sfnt' | 'woff' | 'woff2'
  export function convert(font: Buffer, to: Format, from?: Format): Promise<Buffer>
}
