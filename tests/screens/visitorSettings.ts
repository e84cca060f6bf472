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
    for (const dialog of document.querySelectorAll('dialog[open]')) {
      const isWhole = dialog.getBoundingClientRect().width >= document.documentElement.clientWidth;
      const { borderTopStyle } = getComputedStyle(dialog);
      if (!isWhole && borderTopStyle === 'none') found.push('the dialog has no edge');
    }
    const controls = 'button, input:not([type=range]):not([type=file]), textarea, a';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const box = control.getBoundingClientRect();
      const visible = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!visible || box.width <= 1) continue;
      const name = `${control.localName}.${control.getAttribute('class')} ${control.textContent}`;
      const { appearance, color, borderTopWidth, borderTopStyle } = getComputedStyle(control);
      // The browser itself draws a box to tick, in the visitor's colours.
      if (control.matches('[type=checkbox], [type=radio]') && appearance !== 'none') continue;
      if (color === groundOf(control)) found.push(`${name} cannot be read`);
      const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
      const hasIcon = control.querySelector('svg') !== null;
      if (!hasBorder && !hasIcon && control.localName !== 'a') found.push(`${name} has no shape`);
    }
    return found;
  });
}

/**
 * Controls that are pressed, chosen or current, and are drawn like a neighbour that is not, apart from backgrounds,
 * which forced colours take away.
 */
export function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ON =
      ':checked, [aria-pressed=true], [aria-selected=true], [aria-checked=true], [aria-current]:not([aria-current=false])';
    const OFF = ':not(:checked, [aria-pressed=true], [aria-selected=true], [aria-checked=true])';
    /** The box that is drawn for a control: its label covers an input that is not. */
    const boxOf = (control: Element) => control.closest('label') ?? control;
    const look = (control: Element): string => {
      const box = boxOf(control);
      const parts = [box, ...box.querySelectorAll('svg, svg *')].map((part) => {
        const style = getComputedStyle(part);
        return [
          style.display,
          style.borderWidth,
          style.borderStyle,
          style.borderColor,
          style.outlineStyle,
          style.textDecorationLine,
          style.color,
          ...(part instanceof SVGElement ? [style.fill, style.stroke] : []),
        ].join(' ');
      });
      // Each icon has its own lines; they say nothing about what is chosen.
      return [...new Set(parts)].join('\n');
    };
    return [...document.querySelectorAll(ON)].flatMap((control) => {
      if (control.matches('option') || !boxOf(control).checkVisibility()) return [];
      // The browser itself draws what is ticked.
      const isDrawn = control.matches('input') && control.getBoundingClientRect().width > 1;
      if (isDrawn && getComputedStyle(control).appearance !== 'none') return [];
      const kind = control.matches('input')
        ? `input[name="${control.getAttribute('name')}"]`
        : control.localName;
      const group = control.closest('fieldset, [role=group], [role=radiogroup], nav, ul, ol')!;
      const others = [...group.querySelectorAll(kind + OFF)].filter((other) => !other.matches(ON));
      // Of a rating the stars up to the chosen one are filled; the last is the one to compare with.
      const other = others.at(-1);
      if (!other || look(control) !== look(other)) return [];
      return [`“${boxOf(control).textContent.trim()}” looks like its neighbour`];
    });
  });
}
