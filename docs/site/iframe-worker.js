// Browsers start no Worker for a page that was opened from disk. There the worker of the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const load = (script) => new Promise((resolve, reject) => {
        const element = this.inside.document.createElement("script");
        Object.assign(element, { src: new URL(script, document.baseURI).href, onload: resolve, onerror: reject });
        this.inside.document.body.append(element);
      });
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = (...scripts) => scripts.reduce((before, script) => before.then(() => load(script)), Promise.resolve());
      this.loaded = load(address);
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
