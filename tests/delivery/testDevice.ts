/** The device of each test of a file, at the local backend. */
import { afterEach, beforeEach } from 'vitest';
import { createDevice, type Device } from './device';
import { backend } from './localBackend';

export let device: Device;
beforeEach(() => {
  device = createDevice(backend);
});
afterEach(() => device.remove());
