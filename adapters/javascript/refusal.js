// A refusal: one of the protocol's reasons, and a sentence. `null` everywhere means: legal.

export const refuse = (reason, message) => ({ reason, message });
export const legalUnless = (wrong, message) => (wrong ? refuse("choice", message) : null);
