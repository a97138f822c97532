// Where this script came from is where the frame and the API are.
export const home = new URL(document.currentScript.src).origin
