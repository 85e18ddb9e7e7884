/**
 * Things that people say, one a line, in English and Chinese, short and long, that have nothing to
 * do with most skills: what a text and an example have to stand out from. Written for this. Whoever
 * changes a line makes the vectors of all triggers be measured anew.
 */
export const BACKGROUND_TEXTS: readonly string[] = `
ok
yes please
no thanks
hm
thanks
good morning
see you tomorrow
sounds good to me
what do you mean
never mind
that is funny
I do not know
wait a moment
who is there
how are you doing today
sorry, I was late
let me think about it
you are welcome
tell me more
that was a great film
my brother lives in Spain
she works at the hospital as a nurse
the bridge was built in 1890
he likes to swim in the lake
it rained all day yesterday
the shop at the corner closes at six
we went to the mountains last summer
the children are playing in the garden
there is a dog in front of the house
I read an interesting article about whales
what is the capital of Portugal
how many planets are there
who wrote this novel
why is the sky blue
when was the war over
how old is the universe
what does this word mean
can you explain how engines work
is it far from here
which team won the final
give me an example
show me the list again
write a poem about autumn
set an alarm for seven
remind me about it later
find a photo of a castle
turn it around
stop that
start over
open the window
call my sister
send this to Peter
make a table of the results
compare these two phones
sort the names by age
calculate the area of a circle
tell me a story about a dragon
draw a picture of a horse
look this up for me
recommend a good book
The committee will publish its decision in the spring, after all members have been heard.
Our neighbour has bought a boat and wants to sail around the island with his family.
I met an old friend from school on the train, and we talked for two hours.
The museum shows paintings from the nineteenth century, most of them from private collections.
Prices have gone up again, and many people are worried about the winter.
In my opinion the second half of the game was much better than the first.
The company was founded by two students and now has more than three hundred employees.
When I was a child we had no television, so we played outside every day.
Could you tell me what the difference between these two methods is?
I am looking for someone who knows a lot about old clocks.
The function returns a list of numbers and throws an error if the file is missing.
Please be quiet, the baby is sleeping.
她是谁
好的
好
嗯
谢谢
不用了
可以
没问题
哈哈哈
早上好
再见
等一下
你说什么
我不知道
随便吧
太好了
真的吗
对不起，我来晚了
让我想想
你今天怎么样
继续说
他昨天去了北京
我弟弟在银行上班
那座桥是一百年前修的
孩子们在院子里玩
外面下了一整天的雨
街角那家店六点关门
去年夏天我们去爬了山
门口有一只狗
我看了一篇关于鲸鱼的文章
葡萄牙的首都是哪里
太阳系有几颗行星
这本小说是谁写的
天空为什么是蓝色的
战争是什么时候结束的
宇宙有多少岁
这个词是什么意思
给我讲讲发动机的原理
离这里远吗
昨晚哪个队赢了
举个例子
再给我看一遍
写一首关于秋天的诗
定一个七点的闹钟
晚点提醒我
找一张城堡的照片
转过来
停下
重新开始
把窗户打开
给我姐姐打电话
把这个发给小王
做一张结果的表格
比较一下这两款手机
按年龄排序
算一下圆的面积
讲一个龙的故事
画一匹马
帮我查一下
推荐一本好书
委员会听取所有成员的意见之后，将在春天公布决定。
邻居买了一条船，打算带着家人绕岛航行。
我在火车上遇见了一位老同学，我们聊了两个小时。
博物馆展出的是十九世纪的绘画，大部分来自私人收藏。
物价又涨了，很多人都在担心冬天怎么过。
我觉得下半场比上半场精彩多了。
这家公司是两个大学生创办的，现在有三百多名员工。
我小时候家里没有电视，所以天天在外面玩。
能不能告诉我这两种方法有什么区别？
我想找一个懂老式钟表的人。
如果文件不存在，这个函数会报错。
请安静一点，宝宝在睡觉。
这个 app 很好用
我们用的是 Linux
let's 一起去吧
他的 email 是多少
`
  .trim()
  .split("\n");
