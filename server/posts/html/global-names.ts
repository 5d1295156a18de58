/**
 * Globals of browsers, past and present, and of what scripts look for elsewhere, so far as their names are of small letters
 * alone. All others have a letter or a sign that no heading's id has.
 */
const words = new Set(
  (
    'alert atob blur body btoa caches cancel chrome close closed confirm console constructor content controllers cookie ' +
    'credentialless crossorigin crypto define document dump escape eval event exports external fence fetch find focus fonts ' +
    'frames fullscreen global grecaptcha head history java length location locationbar menubar module name navigation ' +
    'navigator netscape open opener opera origin packages parent performance personalbar print process prompt require root ' +
    'safari scheduler screen scroll scrollbars self sidebar status statusbar stop sun title toolbar top undefined unescape ' +
    'uneval viewport when window'
  ).split(' '),
)

/** A name that stands in a script as it is, with more than small letters and digits; what listens to an event. */
const spelled = /^(?:[\w$]*[A-Z_$][\w$]*|on[a-z]+)$/

/**
 * Whether a script could take an element of this id for a global: a browser gives it the element by that name, where it has
 * no such global itself (HTML, "named access on the Window object"). `navigation`, `trustedTypes`; a heading that is called
 * so is a rare one, and all others keep their ids.
 */
export function namesGlobal(id: string): boolean {
  return words.has(id) || spelled.test(id)
}
