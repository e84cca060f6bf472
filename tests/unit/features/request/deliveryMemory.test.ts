import { expect, it } from 'vitest';
import { createDeliveryMemory } from '../../../../src/features/request/deliveryMemory';

it('does without a storage that the visitor blocks', () => {
  const memory = createDeliveryMemory(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  memory.remember({ key: 'k', total: 1 });
  memory.forget();
  expect(memory.recall()).toBeUndefined();
});
