/** A bar chart by echarts, loaded only where one is shown. The numbers stand in a table beside it; both can be taken along. */
import type { EChartsType } from 'echarts/core';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shared/ui/button.tsx';
import { downloadFile } from './download-file.ts';

export interface ChartBar {
  /** On hover, and the first column of the CSV. */
  label: string;
  value: number;
  /** A CSS variable of the theme: `--primary`. */
  colour: string;
  /** Where a line is drawn over the bars: its value here. */
  line?: number;
}

export interface ChartProps {
  bars: readonly ChartBar[];
  /** What the chart says, for those who cannot see it. */
  label: string;
  valueText: (value: number) => string;
  /** A bar's value and the line's there, in words; with it the line is drawn. */
  lineText?: (value: number, line: number) => string;
  fileName: string;
}

async function loadEcharts() {
  const [core, charts, components, renderers] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([
    charts.BarChart,
    charts.LineChart,
    components.GridComponent,
    components.TooltipComponent,
    renderers.SVGRenderer,
  ]);
  return core;
}

function themeColour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim() || 'currentColor';
}

function optionOf(
  element: Element,
  { bars, valueText, lineText }: Pick<ChartProps, 'bars' | 'valueText' | 'lineText'>,
) {
  const muted = themeColour(element, '--muted-foreground');
  return {
    animationDuration: 150,
    grid: { left: 0, right: 0, top: 4, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      formatter: ([{ dataIndex }]: [{ dataIndex: number }]) => {
        const bar = bars[dataIndex];
        if (!bar) return '';
        const value = lineText && bar.line !== undefined ? lineText(bar.value, bar.line) : valueText(bar.value);
        return `${escapeHtml(bar.label)}<br>${escapeHtml(value)}`;
      },
    },
    xAxis: {
      type: 'category',
      data: bars.map(({ label }) => label),
      axisLabel: { show: false },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 2,
      axisLabel: { color: muted, fontSize: 11, formatter: valueText },
      splitLine: { lineStyle: { color: themeColour(element, '--border') } },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 16,
        data: bars.map(({ value, colour }) => ({ value, itemStyle: { color: themeColour(element, colour) } })),
      },
      ...(lineText
        ? [
            {
              type: 'line',
              data: bars.map(({ line }) => line ?? null),
              symbol: 'none',
              lineStyle: { color: muted, width: 1.5, type: 'dashed' },
            },
          ]
        : []),
    ],
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function Chart({ bars, label, valueText, lineText, fileName }: ChartProps) {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isGone = false;
    const resize = new ResizeObserver(() => chart.current?.resize());
    void loadEcharts().then((echarts) => {
      if (isGone) return;
      chart.current = echarts.init(element, undefined, { renderer: 'svg' });
      chart.current.setOption(optionOf(element, { bars, valueText, lineText }));
      resize.observe(element);
    });
    return () => {
      isGone = true;
      resize.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, [bars, valueText, lineText]);

  const saveCsv = () => {
    const rows = bars.map(
      (bar) => `"${bar.label.replaceAll('"', '""')}",${bar.value}${bar.line === undefined ? '' : `,${bar.line}`}`,
    );
    downloadFile({ fileName: `${fileName}.csv`, mediaType: 'text/csv', content: `\uFEFF${rows.join('\r\n')}\r\n` });
  };
  const savePicture = async () => {
    const url = chart.current?.getDataURL({ type: 'svg' });
    if (url) downloadFile({ fileName: `${fileName}.png`, mediaType: 'image/png', content: await toPng(url) });
  };

  return (
    <div>
      <div ref={frame} role="img" aria-label={label} className="h-32 w-full" />
      <div className="mt-1 flex justify-end gap-1">
        {[
          { name: 'CSV', save: saveCsv },
          { name: 'PNG', save: savePicture },
        ].map(({ name, save }) => (
          <Button key={name} variant="ghost" size="sm" onClick={save} aria-label={t('chart.save', { format: name })}>
            <Download aria-hidden />
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The chart is drawn as SVG; a canvas makes the picture of it, twice as sharp as the screen shows it. */
async function toPng(svgUrl: string): Promise<Blob> {
  const image = new Image();
  image.src = svgUrl;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}
