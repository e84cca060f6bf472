/** A refused call, in the wire format of the Identity Toolkit v1 and Secure Token v1 services. */
export class AuthFailure extends Error {
  /** `message` is the service's error name, such as `INVALID_ID_TOKEN`, optionally followed by ` : reason`. */
  constructor(
    message: string,
    readonly code = 400,
    readonly status = 'INVALID_ARGUMENT',
  ) {
    super(message);
  }

  toJson(): object {
    const { code, message, status } = this;
    const errors = [{ message, reason: 'invalid', domain: 'global' }];
    return { error: { code, message, status, errors } };
  }
}
