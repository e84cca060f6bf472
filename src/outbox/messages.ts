/** Messages between the page and the service worker, with checks: anything may post to either. */
import type { Attention, DeliveryEvent, UploadProgress } from '../domain/outbox';
import type { Force } from './deliverer';

/** Page to worker: deliver now; `force` ignores back-off. */
export interface DeliverMessage {
  type: 'outbox.deliver';
  force?: Force;
}

/** Worker to page: what a delivery came to. */
export interface EventMessage {
  type: 'outbox.event';
  event: DeliveryEvent;
}

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  if (!isObject(data) || data['type'] !== 'outbox.deliver') return false;
  return [undefined, true, false, 'unreached'].includes(data['force'] as Force | undefined);
}

export function isEventMessage(data: unknown): data is EventMessage {
  return isObject(data) && data['type'] === 'outbox.event' && isDeliveryEvent(data['event']);
}

function isDeliveryEvent(event: unknown): event is DeliveryEvent {
  if (!isObject(event) || typeof event['key'] !== 'string') return false;
  switch (event['type']) {
    case 'created':
      return typeof event['id'] === 'string';
    case 'progress':
      return isProgress(event['progress']);
    case 'sent':
      return typeof event['id'] === 'string' && isFiles(event['files']);
    case 'postponed':
      return isCount(event['notBefore']);
    case 'refused':
      return isAttention(event['attention']);
    case 'removed':
    case 'saved':
      return true;
    default:
      return false;
  }
}

function isProgress(value: unknown): value is UploadProgress {
  const names = ['sentBytes', 'totalBytes', 'count', 'total'];
  return isObject(value) && names.every((name) => isCount(value[name]));
}

function isFiles(value: unknown): boolean {
  const names = ['ref', 'url', 'thumb', 'thumbRef'];
  const isFile = (file: unknown) =>
    isObject(file) && names.every((name) => typeof file[name] === 'string');
  return Array.isArray(value) && value.every(isFile);
}

function isAttention(value: unknown): value is Attention {
  if (!isObject(value)) return false;
  const { step, status, message } = value;
  const isStep = step === 'create' || step === 'upload' || step === 'attach';
  return isStep && isCount(status) && typeof message === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
