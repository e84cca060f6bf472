/** The form's code, which only visitors who open it need. Rejects when it cannot be loaded. */
export const loadRequestContent = () => import('./RequestContent');
