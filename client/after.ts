/** What is there stays there: a page that waits for nothing shows no loading text. */
export function after<T, U>(value: T | Promise<T>, then: (value: T) => U): U | Promise<U> {
  return value instanceof Promise ? value.then(then) : then(value)
}
