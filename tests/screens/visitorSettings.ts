// Finds what does not obey the visitor's system settings.
import type { Page } from '@playwright/test';

/** Everything that runs or would run for more than a blink and changes more than opacity or colour. */
export function movements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STILL =
      /^(opacity|color|background-color|border-.*color|outline.*|fill|stroke|visibility)$/;
    const found: string[] = [];
    for (const animation of document.getAnimations()) {
      const { target, pseudoElement } = animation.effect as KeyframeEffect;
      const properties = (animation.effect as KeyframeEffect)
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame))
        .filter((key) => !['offset', 'computedOffset', 'easing', 'composite'].includes(key));
      const moving = properties.filter((key) => !STILL.test(key));
      const duration = Number(animation.effect?.getComputedTiming().duration ?? 0);
      if (moving.length > 0 && duration > 1) {
        found.push(
          `${target?.getAttribute('class')}${pseudoElement ?? ''} animates ${moving.join()}`,
        );
      }
    }
    for (const element of document.querySelectorAll('*')) {
      const { transitionDuration, transitionProperty } = getComputedStyle(element);
      const durations = transitionDuration.split(', ').map(Number.parseFloat);
      const properties = transitionProperty.split(', ');
      properties.forEach((property, index) => {
        const seconds = durations[index % durations.length]!;
        if (seconds > 0.001 && property !== 'all' && !STILL.test(property)) {
          found.push(`${element.getAttribute('class')} has a transition of ${property}`);
        }
      });
    }
    return found;
  });
}

/** Buttons, fields and tiles that have neither an outline of their own nor text one could read. */
export function shapeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const found: string[] = [];
    const controls = 'button, input:not([type=range]):not([type=file]), textarea, a';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const box = control.getBoundingClientRect();
      const visible = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!visible || box.width <= 1) continue;
      const name = `${control.localName}.${control.getAttribute('class')} ${control.textContent}`;
      const { color, borderTopWidth, borderTopStyle } = getComputedStyle(control);
      if (color === groundOf(control)) found.push(`${name} cannot be read`);
      const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
      const hasIcon = control.querySelector('svg') !== null;
      if (!hasBorder && !hasIcon && control.localName !== 'a') found.push(`${name} has no shape`);
    }
    return found;
  });
}
