/** Said on the document when a list has grown or shrunk in its place: the address is another, but nobody has come to another page. */
export const growthEvent = 'contentgrowth'
