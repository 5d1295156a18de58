/** A promise that the test fulfils (`Promise.withResolvers`, which Node 20 lacks). */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}
