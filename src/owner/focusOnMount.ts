/** As a `ref`: the element gets the focus when it appears, because the pressed button has gone for it. */
export const focusOnMount = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });
