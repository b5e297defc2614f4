// The second worker, in which bots think: one job after another.
import { startPython } from "./python.js";

const python = await startPython();
const jobs = python.pyimport("boxcars.tab.jobs");
jobs.warm();

self.onmessage = (event) => {
  const { n, job } = event.data;
  const made = jobs.do(python.toPy(job));
  const answer = made.toJs();
  made.destroy?.();
  self.postMessage({ n, answer });
};
self.postMessage({ up: true });
